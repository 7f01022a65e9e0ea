-- The letters of computers (shared/label-number.ts), as numbers from 1: A is 1, AA is 27. Given once per pharmacy and never
-- again there, so that a label's number means one label for as long as anybody remembers it.

alter table "Customers" add column "lastLetterNumber" integer not null default 0;
alter table "RelayComputers" add column "letterNumber" integer;

-- In the order in which they joined.
update "RelayComputers" c set "letterNumber" = n."number"
from (
  select "id", row_number() over (partition by "customerId" order by "id") as "number" from "RelayComputers"
) n where c."id" = n."id";
update "Customers" c set "lastLetterNumber" = n."last"
from (select "customerId", max("letterNumber") as "last" from "RelayComputers" group by "customerId") n
where c."id" = n."customerId";

alter table "RelayComputers" alter column "letterNumber" set not null;
create unique index "RelayComputers_oneLetter" on "RelayComputers" ("customerId", "letterNumber");

-- Whoever adds or moves a computer; the pharmacy's row makes those who do so at once wait for each other.
create function give_computer_letter() returns trigger language plpgsql as $$
    begin
      update "Customers" set "lastLetterNumber" = "lastLetterNumber" + 1 where "id" = new."customerId"
      returning "lastLetterNumber" into new."letterNumber";
      return new;
    end $$;
create trigger "RelayComputers_letter" before insert on "RelayComputers"
  for each row execute function give_computer_letter();
create trigger "RelayComputers_anotherLetter" before update of "customerId" on "RelayComputers"
  for each row when (old."customerId" <> new."customerId") execute function give_computer_letter();
