-- As people of its country write it, with a 0 in the place of the code. Codes have one digit (1, 7), two or three, which the
-- first two tell: E.164, assigned by the ITU.
create function relay_national("phone" text) returns text language sql immutable parallel safe as $$
      select '0' || substring("phone" from '^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|'
        '(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])([0-9]+)$')
    $$;

create function relay_phone_forms("phone" text) returns text language sql immutable parallel safe as $$
      select coalesce(E'\n' || "phone" || coalesce(E'\n' || relay_national("phone"), ''), '')
    $$;

-- Groups of three characters of all that is looked through; a generated column may not name another one.
alter table "Customers"
  add "phoneForms" text not null generated always as (relay_phone_forms("phone")) stored,
  add "searchGrams" text[] not null generated always as
    (relay_grams(relay_search_text(array["storeId", "name", "email"]) || relay_phone_forms("phone"))) stored;
-- Pharmacies are changed seldom and sought often: what a list of pending entries holds would be read by each search.
create index "Customers_searchGrams" on "Customers" using gin ("searchGrams") with (fastupdate = off);

-- A customer who proves a number is looked for by all of it.
create index "Customers_phone" on "Customers" ("phone");
