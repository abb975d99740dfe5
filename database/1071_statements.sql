-- The balance after each line of a statement. The sum PostgreSQL brings makes a number of any length for every line;
-- books count in whole units that fit into eight bytes, and a million lines are spared a million such numbers.
create aggregate running_total(bigint) (sfunc = int8pl, stype = bigint, initcond = '0', parallel = safe);
