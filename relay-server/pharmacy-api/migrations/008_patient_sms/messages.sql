-- Messages to patients, without their text: they go with their patient. SmsLogs has what they became, and forgets whose they were.

create table "PatientMessages" (
  "id" uuid primary key,
  "pharmacyId" integer not null,
  "patientId" uuid not null,
  "requestId" uuid not null,
  "template" text not null check ("template" in ('ready', 'refill', 'closed')),
  "language" text not null,
  -- What the template says beside its words: how the pharmacy calls itself, and when it is open.
  "pharmacy" text not null,
  "hours" text not null,
  "phoneHash" bytea not null,
  "phoneTail" text not null,
  "segments" smallint not null,
  "state" text not null default 'queued' check
    ("state" in ('queued', 'handed_over', 'delivered', 'failed', 'unknown', 'suppressed')),
  "reason" text,
  -- When it goes out, or went out.
  "dueAt" timestamptz not null,
  -- Since when a process hands it over; null: none did yet.
  "takenAt" timestamptz,
  "smsId" integer,
  -- Who asked for it: the access log names him when the phone is opened for the message.
  "userGuid" text not null,
  "deviceKey" text,
  "traceId" text not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  constraint "PatientMessages_reason" check
    (("reason" is not null) = ("state" in ('failed', 'unknown', 'suppressed'))),
  constraint "PatientMessages_request_key" unique ("pharmacyId", "requestId"),
  constraint "PatientMessages_patient" foreign key ("pharmacyId", "patientId")
    references "PatientPhones" ("pharmacyId", "id") on delete cascade
);
create index "PatientMessages_patientId" on "PatientMessages" ("pharmacyId", "patientId");
create index "PatientMessages_due" on "PatientMessages" ("dueAt") where "state" = 'queued';
create index "PatientMessages_created" on "PatientMessages" ("createdAt");

-- How many were asked for on a day of the pharmacy's calendar. It stays when a patient is erased, so that the ceiling holds.
create table "PatientMessageDays" (
  "pharmacyId" integer not null,
  "day" date not null,
  "count" integer not null,
  primary key ("pharmacyId", "day")
);

select wall_in('"PatientMessages"'), wall_in('"PatientMessageDays"');
select let_keeper_in('"PatientMessages"'), let_keeper_in('"PatientMessageDays"');
grant select, insert, update on "PatientMessages", "PatientMessageDays" to pharmacy_request;
grant select, delete on "PatientMessages", "PatientMessageDays" to pharmacy_keeper;

-- SmsLogs is no table of a pharmacy, and neither role may touch it: the trigger does, as the owner, in the same transaction.
create function log_patient_message() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into "SmsLogs" ("requestId", "pharmacyId", "template", "phoneHash", "phoneTail", "state", "reason", "segments", "smsId",
      "createdAt", "updatedAt")
    values ('patient:' || new."id", new."pharmacyId", new."template", new."phoneHash", new."phoneTail", new."state", new."reason",
      new."segments", new."smsId", new."createdAt", new."updatedAt")
    -- Rows of a backup that are brought back find theirs here.
    on conflict ("requestId") do update set "phoneHash" = excluded."phoneHash", "phoneTail" = excluded."phoneTail";
  elsif tg_op = 'UPDATE' then
    update "SmsLogs" set "phoneHash" = new."phoneHash", "phoneTail" = new."phoneTail", "state" = new."state", "reason" = new."reason",
      "segments" = new."segments", "smsId" = new."smsId", "updatedAt" = new."updatedAt"
    where "requestId" = 'patient:' || new."id";
  else
    -- The patient was erased: nothing of the row leads to him any more. One that waited is never sent.
    update "SmsLogs" set "phoneHash" = '', "phoneTail" = '**',
      "state" = case when "state" <> 'queued' then "state" when old."takenAt" is null then 'suppressed' else 'unknown' end,
      "reason" = case when "state" <> 'queued' then "reason" when old."takenAt" is null then 'erased' else 'interrupted' end
    where "requestId" = 'patient:' || old."id";
  end if;
  return null;
end $$;
create trigger "logged" after insert or update or delete on "PatientMessages"
  for each row execute function log_patient_message();
