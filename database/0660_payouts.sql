-- Out of which accounts each payee was paid: whoever asks for the suppliers of one store asks by its receiving account.
create or replace view payee_payment as
  select merchant_id, beneficiary_id, arrives_currency, arrives_minor, confirmed_at, sources from payout
  where state in ('awaitingApproval', 'submitted', 'processing', 'completed');
