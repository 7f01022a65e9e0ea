// Made-up prescriptions in many scripts, for tests, the bench and whoever wants to see labels.
import type { LabelDocument } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'

const plain: LabelDocument = {
  dispenseCode: 'D7K2M9QX4T',
  language: 'en',
  patient: 'Eleanor Whitfield',
  drug: 'Ibuprofen 400 mg tablets',
  brand: 'Doloproct',
  directions: ['1 tablet in the morning', '1 tablet at noon', '1 tablet in the evening'],
  warnings: ['Take with food. Do not take more than 3 tablets in 24 hours.'],
  quantity: '21 tablets',
  pharmacy: { name: 'Riverside Pharmacy', address: '12 High Street, Ankara', phone: '+90 312 555 01 01' },
  date: '2026-11-26',
}

/** Nobody of these exists. */
export const PRESCRIPTIONS = {
  plain,
  turkish: {
    ...plain,
    language: 'tr',
    patient: 'Ayşe Gül Çağlayan Yıldırım',
    drug: 'Amoksisilin 500 mg kapsül',
    brand: 'Largopen',
    quantity: '21 kapsül',
    directions: ['Sabah 1 kapsül', 'Öğlen 1 kapsül', 'Akşam 1 kapsül'],
    warnings: ['Bütün kapsüller bitene kadar kullanınız. Iğdır, İzmir, ığüşöç'],
    pharmacy: {
      name: 'Işık Eczanesi',
      address: 'Atatürk Bulvarı No. 12, Kızılay, Ankara',
      phone: '0312 555 01 01',
    },
  },
  arabic: {
    ...plain,
    patient: 'أحمد محمد عبد الرحمن',
    drug: 'ميتفورمين 850 mg أقراص',
    brand: null,
    directions: ['خذ قرصًا واحدًا 850 mg في الصباح', 'خذ قرصًا واحدًا في المساء'],
    warnings: ['لا تأخذ أكثر من 2 أقراص في 24 ساعة'],
  },
  hebrew: {
    ...plain,
    patient: 'שָׁלוֹם כהן־לוי',
    drug: 'Paracetamol 500 mg tablets',
    brand: 'אקמול',
    directions: ['לקחת 2 טבליות (500 mg) כל 6 שעות'],
    warnings: ['לא יותר מ־8 טבליות ב־24 שעות'],
  },
  greek: {
    ...plain,
    patient: 'Αικατερίνη Παπαδοπούλου',
    drug: 'Αμλοδιπίνη 5 mg δισκία',
    directions: ['1 δισκίο το πρωί', '½ δισκίο το βράδυ'],
    warnings: ['Όχι περισσότερα από 2 δισκία την ημέρα'],
  },
  cyrillic: {
    ...plain,
    patient: 'Святослав Щербаков-Ґонґадзе',
    drug: 'Метформин 850 мг таблетки',
    directions: ['1 таблетка утром', '1 таблетка вечером'],
    warnings: ['Принимать во время еды'],
  },
  vietnamese: {
    ...plain,
    patient: 'NGUYỄN THỊ Ế Ẫ Trường Đặng',
    drug: 'Paracetamol 500 mg viên nén',
    directions: ['Uống 1 viên vào buổi sáng', 'Uống 1 viên vào buổi tối'],
    warnings: ['Không uống quá 8 viên trong 24 giờ'],
  },
  romanian: {
    ...plain,
    patient: 'Șerban Țîrlea',
    drug: 'Ibuprofen 400 mg comprimate',
    warnings: ['Temperatură ≤ 25 °C'],
  },
  german: {
    ...plain,
    language: 'de',
    patient: 'GROẞMANN, Jörg-Günther',
    drug: 'Levothyroxin-Natrium 112,5 µg Tabletten',
    brand: 'L-Thyroxin',
    directions: ['1 Tablette morgens nüchtern, 30 Minuten vor dem Frühstück'],
    warnings: ['Nicht zusammen mit Kalzium oder Eisen einnehmen'],
  },
  long: {
    ...plain,
    patient: 'Wolfeschlegelsteinhausenbergerdorff-Feuerbach-Schwarzenbach Maximilian Alexander',
    drug: 'Diphtheria, tetanus, pertussis (acellular), hepatitis B, poliomyelitis (inactivated) and Haemophilus type b vaccine',
    brand: 'INFANRIX hexa',
    directions: ['Day 1: 4 tablets in the morning', 'Day 2: 3 tablets in the morning', 'Then stop'],
  },
  hostile: {
    ...plain,
    patient: '^XZ~JA^FD \\& "Bobby" P1 PRINT 1 _5E <svg/>',
    drug: 'Paracetamol 500 mg tablets',
  },
  taper: {
    ...plain,
    drug: 'Prednisolone 5 mg tablets',
    directions: Array.from({ length: 12 }, (_, day) => `Day ${day + 1}: ${12 - day} tablets in the morning`),
    quantity: '78 tablets',
  },
} as const satisfies Readonly<Record<string, LabelDocument>>
