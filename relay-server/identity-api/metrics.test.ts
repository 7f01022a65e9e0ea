// Figures of the identity API: sign-ins by what became of them.
import { expect, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { PASSWORD, PEOPLE, bodyOf, refusalOf, startTestIdentity } from './test-identity.ts'

test('a sign-in, two refused ones and a second factor that is over are counted by outcome, and nobody is named', async () => {
  const identity = await startTestIdentity()
  try {
    const email = PEOPLE[1]?.email ?? ''
    await identity.signIn(email, PASSWORD)
    await refusalOf(identity.signIn(email, 'another password'))
    await refusalOf(identity.signIn('nobody@relay.example', PASSWORD))
    const over = bodyOf({ pendingToken: 'a'.repeat(43), code: '123456' })
    await refusalOf(identity.client.call(identityApi.finishSignIn, over, { token: null }))
    const text = await identity.registry.metrics()
    expect(text).toContain('identity_sign_ins_total{outcome="signed_in"} 1')
    expect(text).toContain('identity_sign_ins_total{outcome="token_invalid"} 3')
    // Who it was says no figure.
    expect(text).not.toContain('relay.example')
  } finally {
    await identity.stop()
  }
})
