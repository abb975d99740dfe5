-- A standing rule leaves alone what two of finance have put back by hand: up to where the account's entries were looked at
-- for it, and how much of it still lies there.
alter table wallet_sweep add column seen_micros bigint, add column put_back_minor bigint not null default 0 check (put_back_minor >= 0);
update wallet_sweep set seen_micros = (extract(epoch from created_at) * 1000000)::int8;
alter table wallet_sweep alter column seen_micros set not null;
