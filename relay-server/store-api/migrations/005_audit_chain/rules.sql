-- From here on rows are added and stay. One thing may be done to them: their words and their salt are erased together.
alter table "StaffOperationHistory"
  alter column "words" set not null,
  alter column "hash" set not null,
  add constraint "StaffOperationHistory_words" check (octet_length("words") = 32),
  add constraint "StaffOperationHistory_hash" check (octet_length("hash") = 32);
create index "StaffOperationHistory_staffGuid" on "StaffOperationHistory" ("staffGuid", "id" desc);
create index "StaffOperationHistory_action" on "StaffOperationHistory" ("action" text_pattern_ops, "id" desc);

create function refuse_history_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old."salt" is not null and new."salt" is null
    and new."staffName" = '' and new."summary" = '' and new."before" is null and new."after" is null
    and (new."id", new."at", new."staffGuid", new."staffRole", new."action", new."customerId", new."computerId",
      new."userGuid", new."source", new."words", new."hash")
      is not distinct from (old."id", old."at", old."staffGuid", old."staffRole", old."action", old."customerId",
      old."computerId", old."userGuid", old."source", old."words", old."hash")
  then return new;
  end if;
  raise exception 'Rows of StaffOperationHistory are never changed or deleted' using errcode = 'insufficient_privilege';
end $$;
create trigger "StaffOperationHistory_stays" before update or delete on "StaffOperationHistory"
  for each row execute function refuse_history_change();
create trigger "StaffOperationHistory_whole" before truncate on "StaffOperationHistory"
  for each statement execute function refuse_history_change();
