-- The forms of a text that searches look through. The version before still finds what it found: its columns stay.

-- db/search/fold.ts says the same of what is typed; search/fold.test.ts holds them together. Marks go first: what is left to
-- lower() is nearly ASCII, whatever the locale of the server makes of the rest (Turkish lowers I to a dotless one).
create function relay_fold("text" text) returns text language sql immutable parallel safe as $$
      select btrim(regexp_replace(
        replace(replace(replace(replace(
          translate(lower(regexp_replace(normalize("text", NFKD), '[\u0300-\u036f]', '', 'g')),
            'ıøØłŁđĐðÐςẞÆŒÞ', 'ioollddddσßæœþ'),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
        ' +', ' ', 'g'))
    $$;

-- ä is written ae as well, and both are found by a.
create function relay_short_umlauts("folded" text) returns text language sql immutable parallel safe as $$
      select replace(replace(replace("folded", 'ae', 'a'), 'oe', 'o'), 'ue', 'u')
    $$;

-- As before, each text after a line feed, now in all its forms: in small letters, folded, without its blanks, and with short
-- umlauts. Most have one. Not a function of its own for the forms: called for each name it took five times as long.
create or replace function relay_search_text("names" text[]) returns text language sql immutable as $$
      select coalesce(string_agg(distinct E'\n' || f, ''), '')
      from unnest("names") n, lateral (select relay_fold(n) as "folded" offset 0) t,
        lateral (select replace("folded", ' ', '') as "joined" offset 0) j,
        unnest(array[lower(n), "folded", "joined", relay_short_umlauts("folded"), relay_short_umlauts("joined")]) f
      where n <> ''
    $$;

alter table "Customers"
  add "nameForms" text not null generated always as (relay_search_text(array["name"])) stored,
  add "emailForms" text not null generated always as (relay_search_text(array["email"])) stored,
  add "searchForms" text not null generated always as
    (relay_search_text(array["storeId", "name", "email", coalesce("phone", '')])) stored;

create or replace function relay_search_texts("of" "RelayComputers") returns "RelaySearchTexts"
language sql stable as $$
      select "of"."id", t."text", relay_grams(t."text")
      from (select relay_search_text(array["of"."pcName", coalesce("of"."displayName", ''), "of"."username", "of"."email",
        "of"."localIpAddress", coalesce("of"."publicIpAddress", '')]) as "text") t
    $$;

create or replace trigger "RelayComputers_text" after update of "pcName", "displayName", "username", "email",
  "localIpAddress", "publicIpAddress" on "RelayComputers"
for each row when (
  row(old."pcName", old."displayName", old."username", old."email", old."localIpAddress", old."publicIpAddress")
  is distinct from
  row(new."pcName", new."displayName", new."username", new."email", new."localIpAddress", new."publicIpAddress")
) execute function keep_search_text();

update "RelaySearchTexts" s set "text" = t."text", "grams" = t."grams"
from "RelayComputers" c, relay_search_texts(c) t where c."id" = s."computerId";
