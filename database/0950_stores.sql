-- A claim ends without a decision too: the store is gone, or was tied to an account after all.
alter table account_claim drop constraint account_claim_state_check;
alter table account_claim add constraint account_claim_state_check
  check (state in ('found', 'submitted', 'granted', 'declined', 'closed'));
update account_claim a set state = 'closed'
  from store s
 where s.merchant_id = a.merchant_id and s.id = a.store_id and a.state in ('found', 'submitted', 'declined')
   and (s.state = 'removed' or s.authorisation in ('authorised', 'expiring'));

-- The desk asks whether another merchant's shop names the same account, whichever field of its platform names it.
drop index store_by_seller;
create index store_by_named_account on store (platform, (lower(coalesce(fields ->> 'sellerId', fields ->> 'publisherId',
  fields ->> 'vendorId', fields ->> 'username', fields ->> 'storeHash')))) where state <> 'removed';
