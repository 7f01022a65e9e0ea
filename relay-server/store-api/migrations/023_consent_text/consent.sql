-- As they stood on the page, in the person's language.

alter table "SupportFiles" add column "consentText" text check (length("consentText") between 1 and 500);
-- Those that are there had none.
alter table "SupportFiles" add constraint "SupportFiles_consent_text_check"
  check (not "isLabel" or "consentText" is not null) not valid;
