-- Money held between two merchants. The buyer owns the row: the money lies in the buyer's books until it is decided on.
create table escrow (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  -- Another merchant: nothing refers across merchants, who may live on different machines.
  seller_id uuid not null,
  proposer text not null check (proposer in ('buyer', 'seller')),
  state text not null check (state in ('proposed', 'agreed', 'funded', 'delivered', 'disputed', 'released', 'refunded',
    'settled', 'declined', 'cancelled')),
  buyer_name text not null,
  seller_name text not null,
  subject text not null,
  conditions text not null,
  deliver_by date not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- What of it lies with us, went to the seller, went back to the buyer.
  held_minor bigint not null default 0 check (held_minor >= 0),
  released_minor bigint not null default 0 check (released_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  -- Why it is disputed, by which side; and how finance wants to decide it until another one agrees.
  reason text,
  disputed_by text check (disputed_by in ('buyer', 'seller')),
  proposed_minor bigint check (proposed_minor >= 0),
  proposed_by uuid,
  proposed_note text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  check (merchant_id <> seller_id),
  check ((proposed_minor is null) = (proposed_by is null)),
  check (held_minor = 0 or state in ('funded', 'delivered', 'disputed')),
  check (held_minor + released_minor + refunded_minor = amount_minor
    or state in ('proposed', 'agreed', 'declined', 'cancelled'))
);
create index escrow_all_by_time on escrow (created_at desc, id desc);
create index escrow_disputed on escrow (changed_at) where state = 'disputed';
grant select, insert, update on escrow to coralhub_app;

-- Each side's own list.
create table escrow_party (
  merchant_id uuid not null references merchant (merchant_id),
  escrow_id uuid not null,
  owner_id uuid not null,
  role text not null check (role in ('buyer', 'seller')),
  created_at timestamptz not null,
  primary key (merchant_id, escrow_id)
);
create index escrow_party_by_time on escrow_party (merchant_id, created_at desc, escrow_id desc);
grant select, insert on escrow_party to coralhub_app;

create table escrow_evidence (
  merchant_id uuid not null,
  escrow_id uuid not null,
  file_id uuid not null,
  -- Whose file it is: the side that handed it in.
  giver_id uuid not null,
  side text not null check (side in ('buyer', 'seller')),
  file_name text not null,
  note text not null,
  at timestamptz not null,
  primary key (merchant_id, escrow_id, file_id),
  foreign key (merchant_id, escrow_id) references escrow (merchant_id, id)
);
grant select, insert on escrow_evidence to coralhub_app;

-- What moved for whom: one row for each side it concerns.
create table escrow_movement (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  escrow_id uuid not null,
  kind text not null check (kind in ('escrowPaid', 'escrowReceived', 'escrowRefunded')),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  other_name text not null,
  reference text not null,
  posting_id uuid not null,
  at timestamptz not null,
  primary key (merchant_id, id)
);
grant select, insert on escrow_movement to coralhub_app;
