// Reasons about patients, their prescriptions and labels: codes alone. texts/LANGUAGE/patient-reasons.ts says them.

export const PATIENT_REASONS = {
  // Why a patient is not found, entered or erased.
  profile_missing: {},
  patient_exists: {},
  patient_under_way: {},

  // Why a prescription is not changed or labelled.
  prescription_over: {},
  prescription_not_checked: {},
  prescription_labelled: {},

  // Why a pack does not fit a prescription.
  pack_of_other_drug: {},
  pack_of_other_strength: {},
  pack_expired: {},
  pack_needs_listed_drug: {},

  // Why a label, or what became of it, is not taken.
  label_not_on_paper: {},
  label_goes_backwards: {},
  label_of_other_job: {},
  /** The computer ended between asking for it and printing it, or could not draw it. */
  label_not_made: {},
  /** Also why a job that waited was cancelled. */
  label_withdrawn: {},

  // Why a message to a patient is not sent.
  patient_sms_no_consent: {},
  patient_sms_one_a_day: {},
  patient_sms_too_many: {},
  patient_sms_other_request: {},

  // Why a patient cannot end them by a link.
  opt_out_link_over: {},
} as const

export type PatientReasonCode = keyof typeof PATIENT_REASONS
