-- needs: money_events.sql
-- A purchase that was paid and has money set aside again is told anew: what was paid had gone from the events.
update card_payment set changed_at = changed_at
 where settled_minor > 0 and (held_minor > 0 or state = 'authorised');
-- A remittance's fee is what the books took of what arrived.
update card_recharge r set fee_minor = taken.fee
  from (select a.merchant_id, a.id, coalesce(sum(e.amount), 0)::bigint as fee
          from card_recharge a left join ledger_entry e on e.merchant_id = a.merchant_id and e.posting_id = a.posting_id
            and e.code = 'house.fees:' || a.currency
         where a.kind = 'walletOffline' and a.state = 'succeeded' group by a.merchant_id, a.id) taken
 where r.merchant_id = taken.merchant_id and r.id = taken.id and r.fee_minor <> taken.fee;
