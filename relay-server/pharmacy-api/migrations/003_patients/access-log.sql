-- Who looked at which patient: written in the transaction of what it tells of. Each entry's hash covers it and the one before.

create table "PatientAccessLog" (
  "pharmacyId" integer not null,
  -- Counts the entries of a pharmacy from 1, without a gap.
  "n" integer not null,
  "at" timestamptz not null,
  "userGuid" text not null,
  "deviceKey" text,
  "patientId" uuid,
  "act" text not null,
  "traceId" text not null,
  "hash" bytea not null,
  primary key ("pharmacyId", "n")
);
create index "PatientAccessLog_patientId" on "PatientAccessLog" ("pharmacyId", "patientId", "n");

create function access_hash(entry "PatientAccessLog", previous bytea) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    entry."pharmacyId", entry."n", (extract(epoch from entry."at") * 1000)::bigint, entry."userGuid", entry."deviceKey",
    entry."patientId", entry."act", entry."traceId"
  )::text, 'UTF8'))
$$;

-- Number, instant and hash are nobody's to choose. One writer of a pharmacy at a time, until its transaction ends.
create function chain_access() returns trigger language plpgsql as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(5100002, new."pharmacyId");
  select l."n", l."hash" into last from "PatientAccessLog" l
    where l."pharmacyId" = new."pharmacyId" order by l."n" desc limit 1;
  new."n" := coalesce(last."n", 0) + 1;
  new."at" := date_trunc('milliseconds', clock_timestamp());
  new."hash" := access_hash(new, coalesce(last."hash", ''::bytea));
  return new;
end $$;
create trigger "chain" before insert on "PatientAccessLog" for each row execute function chain_access();

create function refuse_access_change() returns trigger language plpgsql as $$
begin
  raise exception 'The access log is written only' using errcode = 'insufficient_privilege';
end $$;
create trigger "written_only" before update or delete or truncate on "PatientAccessLog"
  for each statement execute function refuse_access_change();

select wall_in('"PatientAccessLog"');
grant select, insert on "PatientAccessLog" to pharmacy_request;
