-- needs: money_events.sql
-- A payment a wallet gave a part of stands in the wallet's records, also where the wallet is not its first account. What was
-- paid so far says it, too.
update payout set changed_at = changed_at
 where jsonb_array_length(sources) > 1 and hold_posting_id is not null and sources @? '$[*].code ? (@ starts with "wallet:")';
