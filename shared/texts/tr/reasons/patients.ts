// Reasons about patients, prescriptions and their labels as people read them, in Turkish.
import type { PatientReasonCode } from '../../../reasons/patient-reason-codes.ts'
import type { ReasonTexts } from '../../../reasons/reason-text.ts'

export const patientReasonsTr: Pick<ReasonTexts, PatientReasonCode> = {
  profile_missing: 'eczane adını, adresini ve ülkesini henüz girmedi: önce bunları girin',
  patient_exists: 'eczanenin başka bir hastası bu telefonu kullanıyor: bu numarayı arayın',
  patient_under_way: 'bu hastanın bir reçetesi işlemde: önce teslim edin ya da iptal edin',
  prescription_over: 'reçete teslim edildi ya da iptal edildi ve olduğu gibi kalır',
  prescription_not_checked:
    'bu reçete için hiçbir kutu denetlenmedi: kutuyu okutun ya da neden okutulmadığını belirtin',
  prescription_labelled: 'reçetenin etiketi var: onu yeniden yazdırın ya da reçeteyi değiştirin',
  pack_of_other_drug: 'okutulan kutu, reçetedekinden başka bir ilaç',
  pack_of_other_strength:
    'okutulan kutuda reçetedeki etken madde var, ama listede başka bir ilaç: dozu, biçimi ya da üreticisi farklı',
  pack_expired: 'okutulan kutunun son kullanma tarihi geçmiş',
  pack_needs_listed_drug:
    'reçetede listeden bir ilaç yok, bu yüzden kutu karşılaştırılamaz: bir ilaç seçin ya da neden kutu okutulmadığını belirtin',
  label_not_on_paper: 'bu reçetenin yazdırıldığı bilinen bir etiketi yok: yazıcıya bakın ya da yazdırın',
  label_goes_backwards: 'bu etiketin daha sonraki bir durumu zaten biliniyor',
  label_of_other_job: 'bu etiketi başka bir iş yazdırıyor',
  label_not_made: 'bilgisayar onu yazdırmadan durdu ya da çizemedi: yeni bir etiket yazdırın',
  label_withdrawn:
    'bu etiketten sonra reçete değiştirildi veya iptal edildi; reçeteyi denetleyip yeni etiket yazdırın',
  patient_sms_no_consent: 'hasta SMS almayı kabul etmedi: sorun ve onayını girin',
  patient_sms_one_a_day: 'bir hastaya günde bir SMS gönderilir ve bu gün için zaten bir tane var',
  patient_sms_too_many: 'eczane bir günde isteyebileceği kadar SMS istedi: yarın yeniden deneyin',
  patient_sms_other_request: 'bu istek başka bir SMS için yapılmıştı',
  opt_out_link_over:
    'bu bağlantı bilinmiyor ya da 13 aydan eski: daha yeni bir iletideki bağlantıyı açın ya da eczaneye söyleyin',
}
