-- How much of it we have read from the platform ourselves: that is true of the order whoever has brought it. What only a file
-- says is the word of whoever brought the file.
alter table order_refund_figure
  add column read_minor bigint not null default 0 check (read_minor between 0 and amount_minor);
create index order_refund_figure_read on order_refund_figure (scope, order_number) where read_minor > 0;
