-- Computers are found by their support number and by their printer: its id has the address, or at USB the serial number.
-- The text keeps all that it had, so the version before finds what it found.
create or replace function relay_search_texts("of" "RelayComputers") returns "RelaySearchTexts"
language sql stable as $$
      select "of"."id", t."text", relay_grams(t."text")
      from (select relay_search_text(array["of"."pcName", coalesce("of"."displayName", ''), "of"."username", "of"."email",
        "of"."localIpAddress", coalesce("of"."publicIpAddress", ''), coalesce("of"."supportAppNumber", ''),
        coalesce(substr("of"."printerName", strpos("of"."printerName", ':') + 1), '')]) as "text") t
    $$;

create or replace trigger "RelayComputers_text" after update of "pcName", "displayName", "username", "email",
  "localIpAddress", "publicIpAddress", "supportAppNumber", "printerName" on "RelayComputers"
for each row when (
  row(old."pcName", old."displayName", old."username", old."email", old."localIpAddress", old."publicIpAddress",
    old."supportAppNumber", old."printerName")
  is distinct from
  row(new."pcName", new."displayName", new."username", new."email", new."localIpAddress", new."publicIpAddress",
    new."supportAppNumber", new."printerName")
) execute function keep_search_text();

update "RelaySearchTexts" s set "text" = t."text", "grams" = t."grams"
from "RelayComputers" c, relay_search_texts(c) t
where c."id" = s."computerId" and (c."supportAppNumber" is not null or c."printerName" is not null);
