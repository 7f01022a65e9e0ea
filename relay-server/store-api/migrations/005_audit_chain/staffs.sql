-- Who is known as staff, as seen last. Who is disabled or renamed stays, so that the staff log has a name for each guid.
create table "Staffs" (
  "guid" text primary key,
  "name" text not null,
  "role" text not null,
  "isActive" boolean not null default true,
  "seenAt" timestamptz not null default relay_now()
);
insert into "Staffs" ("guid", "name", "role", "seenAt")
select distinct on ("staffGuid") "staffGuid", "staffName", "staffRole", "at"
from "StaffOperationHistory" order by "staffGuid", "id" desc;
