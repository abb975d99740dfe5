-- A dispute's day was that of its filing in every stage; each stage has one of its own now, and what is over has none.
update card_dispute set due_at = case state
    when 'chargeback' then changed_at + interval '45 days'
    when 'representment' then changed_at + interval '30 days'
    when 'preArbitration' then changed_at + interval '30 days'
  end
where state not in ('submitted', 'asked');
