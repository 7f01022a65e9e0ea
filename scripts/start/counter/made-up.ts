// What the demo's counter has: a pharmacy, patients and prescriptions that do not exist.
import type { PatientFields } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'
import type { PharmacyProfileFields } from '@pharmacy-relay/shared/api/pharmacy/profile.ts'
import type { PrescriptionFields } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'

/** `listed`: words by which the drug is found in the demo's list. */
type MadeUpPrescription = Omit<PrescriptionFields, 'drugId'> & { readonly listed: string }

// Phones: London's and Bristol's numbers for fiction (Ofcom). Those for mobiles are no valid numbers to libphonenumber.
export const PROFILE: PharmacyProfileFields = {
  name: 'Central Pharmacy',
  address: '1 Example Street, London',
  phone: '020 7946 0101',
  country: 'GB',
  language: 'en',
  timeZone: 'Europe/London',
}

export const PATIENTS: readonly {
  readonly patient: PatientFields
  readonly prescription: MadeUpPrescription
}[] = [
  {
    patient: {
      name: 'Çağla Işık Şahin',
      phone: '020 7946 0201',
      birthYear: 1984,
      flags: [],
      smsConsent: false,
    },
    prescription: {
      listed: 'Kartazol 100 mg',
      drug: 'Kartazole 100 mg',
      brand: 'Kartazol',
      directions: ['1 tablet in the morning', '1 tablet in the evening'],
      warnings: ['Finish the pack'],
      quantity: '10 tablets',
      prescriber: 'Dr Ayşe Örnek',
    },
  },
  {
    patient: { name: 'ليلى مثال', phone: '020 7946 0202', birthYear: 1959, flags: [], smsConsent: false },
    prescription: {
      listed: 'Vondalim 5 mg',
      drug: 'Vondalimum 5 mg',
      brand: 'Vondalim',
      directions: ['1 tablet when in pain, at most 3 a day'],
      warnings: ['Take with food'],
      quantity: '30 tablets',
      prescriber: 'Dr Ann Example',
    },
  },
  {
    patient: {
      name: 'Jürgen Müßig',
      phone: '0117 496 0203',
      birthYear: 1947,
      flags: ['anticoagulant'],
      smsConsent: false,
    },
    prescription: {
      listed: 'Marivax 5 mg',
      drug: 'Marivaxine 5 mg',
      brand: 'Marivax',
      directions: ['1 tablet in the evening'],
      warnings: [],
      quantity: '30 tablets',
      prescriber: null,
    },
  },
]
