-- What a row of the chain has more. "words": the digest of name, summary, before and after under "salt". json, not jsonb: it
-- keeps the text from which the digest was made. "source": a row with it is written once, however often it is handed in.
alter table "StaffOperationHistory"
  alter column "id" drop identity,
  alter column "at" drop default,
  add column "userGuid" text,
  add column "source" text unique,
  add column "before" json,
  add column "after" json,
  add column "salt" bytea,
  add column "words" bytea,
  add column "hash" bytea;
update "StaffOperationHistory" set "at" = date_trunc('milliseconds', "at");
