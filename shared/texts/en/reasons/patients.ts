// Reasons about patients, prescriptions and their labels as people read them, in English.
import type { PatientReasonCode } from '../../../reasons/patient-reason-codes.ts'
import type { ReasonTexts } from '../../../reasons/reason-text.ts'

export const patientReasonsEn: Pick<ReasonTexts, PatientReasonCode> = {
  profile_missing: 'the pharmacy has not said its name, address and country yet: enter them first',
  patient_exists: 'another patient of the pharmacy has this phone: search for it',
  patient_under_way: 'a prescription of this patient is under way: dispense or cancel it first',
  prescription_over: 'the prescription was dispensed or cancelled and stays as it is',
  prescription_not_checked: 'no pack was checked against this prescription: scan the pack, or say why not',
  prescription_labelled: 'the prescription has its label: print that one again, or change the prescription',
  pack_of_other_drug: 'the scanned pack is another medicine than the prescribed one',
  pack_of_other_strength:
    'the scanned pack has the prescribed substance, but is another medicine of the list: another strength, form or maker',
  pack_expired: 'the scanned pack has expired',
  pack_needs_listed_drug:
    'the prescription names no medicine of the list, so that no pack can be compared with it: choose one, or say why no pack is scanned',
  label_not_on_paper:
    'no label of this prescription is known to be on paper: look at the printer, or print it',
  label_goes_backwards: 'something later is known of this label already',
  label_of_other_job: 'another job prints this label',
  label_not_made: 'the computer stopped before it was printed, or could not draw it: print another one',
  label_withdrawn:
    'the prescription was changed or cancelled after this label was made; check it and print a new label',
  patient_sms_no_consent: 'the patient has not agreed to text messages: ask, and enter the consent',
  patient_sms_one_a_day: 'the patient gets one text message a day, and there is one of this day already',
  patient_sms_too_many: 'the pharmacy asked for as many text messages as it may on a day: try again tomorrow',
  patient_sms_other_request: 'this request was made for another text message',
  opt_out_link_over:
    'this link is unknown or older than 13 months: take that of a newer message, or tell the pharmacy',
}
