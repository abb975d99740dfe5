-- Filters a merchant gave a name, of more than one list.
alter table saved_view add column list text not null default 'income' check (list in ('income', 'payouts'));
alter table saved_view drop constraint saved_view_merchant_id_name_key;
alter table saved_view add constraint saved_view_name_key unique (merchant_id, list, name);
