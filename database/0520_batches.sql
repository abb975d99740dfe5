-- A number that was taken from a payee is shown by its end only: nobody typed it into the sheet. Which rows took one before
-- is not written down; those that were changed are taken for such.
alter table payment_batch_row add column number_of_payee boolean not null default false;
update payment_batch_row set number_of_payee = true where before is not null;

-- Rows left over from a confirmed sheet are content of their own: the same content is confirmed once.
update payment_batch b set file_hash = sha256(b.file_hash || convert_to(b.id::text, 'UTF8'))
  where exists (select from payment_batch o where o.merchant_id = b.merchant_id and o.rest_id = b.id);
