-- Single values about people lie sealed from now on (apps/server/src/platform/sealed-cells.ts says which). SQL has no key:
-- the columns take bytes here, and whoever applied this seals them right after it; until then they are read as they are.
alter table account_recovery
  alter column contact_name type bytea using convert_to(contact_name, 'UTF8'),
  alter column new_mobile type bytea using convert_to(new_mobile, 'UTF8'),
  alter column story type bytea using convert_to(story, 'UTF8');
alter table campaign_application
  alter column contact type bytea using convert_to(contact, 'UTF8'),
  alter column mobile type bytea using convert_to(mobile, 'UTF8');
alter table card_contact alter column address type bytea using convert_to(address, 'UTF8');
alter table icbc_customer alter column card_no type bytea using convert_to(card_no, 'UTF8');
alter table income alter column payer_account type bytea using convert_to(payer_account, 'UTF8');
alter table unclaimed_income alter column payer_account type bytea using convert_to(payer_account, 'UTF8');
alter table merchant alter column address type bytea using convert_to(address, 'UTF8');
alter table merchant_factor_change alter column new_value type bytea using convert_to(new_value, 'UTF8');
alter table payout alter column advice_email type bytea using convert_to(advice_email, 'UTF8');
alter table payout_series alter column advice_email type bytea using convert_to(advice_email, 'UTF8');

-- Codes live for minutes and are found by a keyed hash of whom they went to: the few that are out are asked for again.
delete from verification_code;
alter table verification_code alter column recipient type bytea using convert_to(recipient, 'UTF8');
