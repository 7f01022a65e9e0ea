// Reasons about patients, prescriptions and their labels as people read them, in German.
import type { PatientReasonCode } from '../../../reasons/patient-reason-codes.ts'
import type { ReasonTexts } from '../../../reasons/reason-text.ts'

export const patientReasonsDe: Pick<ReasonTexts, PatientReasonCode> = {
  profile_missing: 'die Apotheke hat Namen, Anschrift und Land noch nicht angegeben: zuerst eintragen',
  patient_exists: 'ein anderer Patient der Apotheke hat diese Telefonnummer: danach suchen',
  patient_under_way: 'ein Rezept dieses Patienten ist in Arbeit: zuerst abgeben oder stornieren',
  prescription_over: 'das Rezept wurde abgegeben oder storniert und bleibt, wie es ist',
  prescription_not_checked:
    'zu diesem Rezept wurde keine Packung geprüft: die Packung scannen oder angeben, warum nicht',
  prescription_labelled: 'das Rezept hat sein Etikett: dieses noch einmal drucken oder das Rezept ändern',
  pack_of_other_drug: 'die gescannte Packung ist ein anderes Arzneimittel als das verordnete',
  pack_of_other_strength:
    'die gescannte Packung hat den verordneten Wirkstoff, ist aber ein anderes Arzneimittel der Liste: andere Stärke, Form oder anderer Hersteller',
  pack_expired: 'die gescannte Packung ist abgelaufen',
  pack_needs_listed_drug:
    'das Rezept nennt kein Arzneimittel der Liste, mit dem eine Packung verglichen werden kann: eines wählen oder angeben, warum keine Packung gescannt wird',
  label_not_on_paper:
    'von diesem Rezept ist kein gedrucktes Etikett bekannt: am Drucker nachsehen oder drucken',
  label_goes_backwards: 'von diesem Etikett ist bereits Späteres bekannt',
  label_of_other_job: 'dieses Etikett druckt ein anderer Auftrag',
  label_not_made:
    'der Rechner hörte auf, bevor es gedruckt war, oder konnte es nicht zeichnen: Drucken Sie ein anderes',
  label_withdrawn:
    'das Rezept wurde nach diesem Etikett geändert oder storniert; bitte prüfen und ein neues Etikett drucken',
  patient_sms_no_consent: 'der Patient hat SMS nicht zugestimmt: fragen und die Zustimmung eintragen',
  patient_sms_one_a_day: 'ein Patient erhält eine SMS am Tag, und für diesen Tag gibt es schon eine',
  patient_sms_too_many:
    'die Apotheke hat so viele SMS angefordert, wie sie an einem Tag darf: morgen wieder versuchen',
  patient_sms_other_request: 'diese Anforderung galt einer anderen SMS',
  opt_out_link_over:
    'dieser Link ist unbekannt oder älter als 13 Monate: Nehmen Sie den einer neueren Nachricht, oder sagen Sie es der Apotheke',
}
