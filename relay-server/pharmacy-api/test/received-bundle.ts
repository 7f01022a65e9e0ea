// Test support: a FHIR Bundle as another program writes it, with more in it than is read here.
export const RECEIVED_REQUEST = {
  resourceType: 'MedicationRequest',
  id: 'rx-1',
  identifier: [{ use: 'official', system: 'https://clinic.example/prescriptions', value: '4711' }],
  status: 'active',
  intent: 'order',
  priority: 'routine',
  medicationCodeableConcept: {
    coding: [{ system: 'http://www.whocc.no/atc', code: 'M01AE01', display: 'ibuprofen' }],
    text: 'Ibuprofen 400 mg',
  },
  subject: { reference: 'Patient/made-up' },
  requester: { reference: 'Practitioner/1', display: 'Dr. Made Up' },
  dosageInstruction: [
    {
      text: '1 tablet in the morning',
      timing: { repeat: { frequency: 1, period: 1, periodUnit: 'd' } },
      additionalInstruction: [{ text: 'Take with food' }],
    },
    { text: '1 tablet at night' },
  ],
  dispenseRequest: { quantity: { value: 20, unit: 'tablets' } },
}

export function receivedBundle(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    resourceType: 'Bundle' as const,
    type: 'collection',
    entry: [
      { resource: { resourceType: 'Patient', id: 'made-up', birthDate: '1970-03-01' } },
      { resource: { ...RECEIVED_REQUEST, ...changes } },
      { resource: { resourceType: 'Practitioner', id: '1' } },
    ],
  }
}
