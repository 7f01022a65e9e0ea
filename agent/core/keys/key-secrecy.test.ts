// N07 (security-and-reliability 2.6): the private key never leaves the key store's API: nothing that an agent answers on its
// control socket, tells the hub or logs contains it, also while keys are exchanged.
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { AgentApi, type AgentMethod } from '../../contract/agent-api.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { startAgent } from '../../test/in-process-agent.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { assignmentOf, targetOf } from '../assignment/test-assignment.ts'

const A_UUID = '0190a000-0000-7000-8000-000000000001'
const A_PATIENT = { name: 'Nobody', phone: '0532 123 45 67', birthYear: null, flags: [], smsConsent: false }
const A_PRESCRIPTION = {
  drugId: null,
  drug: 'Drug 1 mg',
  brand: null,
  directions: ['1 a day'],
  warnings: [],
  quantity: '10',
  prescriber: null,
  language: null,
}

/** How each method is asked so that it has something to say; `stop` ends the agent, and is asked last. */
const ASKED: { readonly [M in AgentMethod]: unknown } = {
  status: null,
  getSettings: null,
  printers: null,
  printerCertificates: null,
  localPrinter: null,
  addLocalPrinter: { driver: null },
  removeLocalPrinter: null,
  trustPrinter: { printer: 'tls:127.0.0.1:9143', fingerprint: 'a'.repeat(64) },
  jobs: null,
  jobLists: null,
  peers: null,
  keys: null,
  program: null,
  rotateKeys: null,
  pause: { minutes: 1 },
  resume: null,
  useFirst: null,
  setSetting: { name: 'LogLevel', value: 'debug' },
  print: { payload: Buffer.from('^XA^XZ') },
  job: { job: '1' },
  picture: { job: '1' },
  maskedPicture: { job: '1' },
  release: { job: '1' },
  cancel: { job: '1' },
  answer: { job: '1', answer: 'printed' },
  reprint: { job: '1', count: null },
  trustPeer: { deviceKey: targetOf().deviceKey, fingerprint: 'a'.repeat(64) },
  pair: { code: 'BCDFGHJK', again: true, hubUrl: null },
  openWindow: null,
  logs: { lines: 500 },
  bundle: null,
  updates: null,
  checkUpdates: null,
  updateBack: null,
  doctor: null,
  test: null,
  session: null,
  lastScan: null,
  scannerCode: null,
  findPatient: { phone: '0532 123 45 67' },
  patient: { patient: A_UUID },
  enterPatient: A_PATIENT,
  changePatient: { patient: A_UUID, ...A_PATIENT, version: 1 },
  searchDrugs: { text: 'paracetamol' },
  findPack: { scan: '04012345678901' },
  prescription: { prescription: A_UUID },
  enterPrescription: { patient: A_UUID, requestId: A_UUID, ...A_PRESCRIPTION },
  changePrescription: { prescription: A_UUID, version: 1, ...A_PRESCRIPTION },
  cancelPrescription: { prescription: A_UUID, version: 1 },
  dispensePrescription: { prescription: A_UUID, version: 1 },
  prescriptions: { patient: A_UUID },
  checkPack: { prescription: A_UUID, scan: '04012345678901' },
  labelPreview: { prescription: A_UUID },
  printPrescription: { prescription: A_UUID, requestId: A_UUID },
  signIn: { email: 'pia@one.example', password: 'no password of anybody' },
  finishSignIn: { code: '123456' },
  stayInSession: null,
  signOut: {},
  conversations: null,
  conversation: { key: '7' },
  askForHelp: { clientId: A_UUID, text: 'No label', language: 'en', contactName: null },
  typedToHelp: { key: A_UUID },
  sendLabelToHelp: { key: A_UUID, clientId: A_UUID, job: '1', sha256: 'a'.repeat(64), consentText: 'Yes' },
  sendBundleToHelp: { key: A_UUID, clientId: A_UUID },
  writeToHelp: { key: A_UUID, clientId: A_UUID, text: 'Hello' },
  readHelp: { key: A_UUID, seq: 1 },
  answerHelp: { key: A_UUID, isSolved: false },
  sendHelpAgain: { clientId: A_UUID },
  dropHelp: { clientId: A_UUID },
  stop: null,
}

test('N07: no method, report or log line holds a private key in any of its forms', async () => {
  const dataFolder = temporaryFolder()
  const agent = await startAgent({ address: '127.0.1.91', dataFolder })
  const target = targetOf({ certificateFingerprints: ['b'.repeat(64)], addresses: ['127.0.1.9'] })
  await agent.assign(assignmentOf({ role: 'Client', target }))
  const said: string[] = []
  await agent.ask('setSetting', { name: 'LogLevel', value: 'debug' })
  await agent.ask('rotateKeys', null)
  for (const method of methods()) {
    const params = AgentApi[method].params.parse(ASKED[method] ?? {})
    said.push(await agent.ask(method, params as never).then(JSON.stringify, String))
  }
  await until('the hub heard of the successor', () =>
    agent.hub.reports.some(({ successor }) => successor !== undefined),
  )
  const { reports, proofs } = agent.hub
  const everything = [...said, JSON.stringify([reports, proofs]), agent.log()].join('\n')
  const secrets = [...secretsIn(dataFolder, 'device.key'), ...secretsIn(dataFolder, 'device-next.key')]
  expect(secrets).toHaveLength(10)
  for (const secret of secrets) expect(everything.includes(secret)).toBe(false)
  expect(everything).not.toContain('PRIVATE KEY')
  // The search would find what is there: the certificate is told.
  expect(everything).toContain('BEGIN CERTIFICATE')
})

function methods(): AgentMethod[] {
  const all = Object.keys(AgentApi) as AgentMethod[]
  return all.filter((method) => method !== 'stop')
}

/** The secret number and the whole key of a file, as text would show them. */
function secretsIn(dataFolder: string, name: string): string[] {
  const bytes = readFileSync(path.join(dataFolder, name))
  // Two lines of a head; the store of a user is the file itself.
  const sealedAt = bytes.indexOf('\n', bytes.indexOf('\n') + 1) + 1
  const key = createPrivateKey({ key: bytes.subarray(sealedAt), format: 'der', type: 'pkcs8' })
  const number = Buffer.from(String(key.export({ format: 'jwk' }).d), 'base64url')
  const pem = String(key.export({ type: 'pkcs8', format: 'pem' })).split('\n')[1] ?? ''
  return [
    ...(['hex', 'base64', 'base64url', 'latin1'] as const).map((form) => number.toString(form)),
    // The second line of a PEM file is of the key alone.
    pem,
  ]
}
