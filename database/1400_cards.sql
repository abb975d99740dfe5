-- needs: money_events.sql
-- When the network gave a disputed purchase back, and when it took it again: what its statement has lines for.
alter table card_dispute add column credited_at timestamptz;
alter table card_dispute add column lost_at timestamptz;
update card_dispute d
   set credited_at = coalesce((select min(e.at) from business_event e where e.merchant_id = d.merchant_id
         and e.subject = 'card_dispute' and e.subject_id = d.id and e.action = 'credit'), d.changed_at),
       lost_at = case when d.state = 'lost' then d.changed_at end
 where d.hold_posting_id is not null;
alter table card_dispute add check ((credited_at is null) = (hold_posting_id is null));

-- What moved money at the issuer, by time: compared with its statement.
create index card_message_moved on card_message (issuer, at)
  where kind in ('settlement', 'refund') and outcome = 'done' and amount_minor <> 0;
