// Test support: gives a user an authenticator app, without the steps of its enrolment.
import type { TestIdentity } from '../test-identity.ts'
import { sealSecret } from './code-check.ts'
import { activateFactor, findFactor, keepNewSecret } from './factors.queries.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { STEP_MS, codeOfStep, makeTotpSecret } from './totp.ts'

/** What the app shows at the moment. */
export type TestFactor = () => string

export async function giveApp(identity: TestIdentity, email: string): Promise<TestFactor> {
  const { parts, database } = identity
  const { user } = await identity.openSession(email)
  const secret = makeTotpSecret()
  await keepNewSecret(database.db, { userId: user.id, sealed: sealSecret(parts, user, secret) })
  const factor = await findFactor(database.db, user.id)
  if (factor === null) throw new Error('the secret was not kept')
  const { proofs } = await newRecoveryCodes({ guid: user.guid, key: parts.refreshKey })
  await activateFactor(database.db, { factor, step: 0, now: parts.now(), proofs })
  return () => codeOfStep(secret, Math.floor(parts.now().getTime() / STEP_MS))
}
