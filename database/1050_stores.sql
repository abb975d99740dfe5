-- Who named the account a claim is about: what a merchant typed is mended by typing, what the platform itself has said is not.
alter table account_claim add column named_by text not null default 'platform' check (named_by in ('platform', 'typed'));
alter table account_claim alter column named_by drop default;

-- A store is disputed while it is bound no more, or not yet, and whose its platform account is has not been settled.
create or replace view store_brief as
  select merchant_id, id, name, platform, url, state, receiving_account_id, bound_at, created_at,
    state <> 'removed' and bound_at is null and exists (
      select 1 from account_claim a where a.merchant_id = store.merchant_id and a.store_id = store.id
        and a.state in ('found', 'submitted', 'declined')) as disputed
  from store;

-- However it is written, an account is the same one.
create index platform_account_as_written on platform_account (connector, lower(account));
