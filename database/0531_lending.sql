-- The owner of a loan hears once of each line that falls due: the day of the newest line they were told of.
alter table loan add column reminded_for date;
-- Until now the job spoke on the third day before: those have heard.
update loan set reminded_for = line.due_on
from (select merchant_id, loan_id, max(due_on) as due_on from loan_instalment
      where due_on <= ((now() at time zone 'Asia/Shanghai') - interval '10 hours')::date + 3 group by 1, 2) as line
where loan.merchant_id = line.merchant_id and loan.id = line.loan_id;
