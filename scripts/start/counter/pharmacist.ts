// The demo's pharmacist gets his pharmacy: the seed cannot name it, as pharmacies are made after people, with numbers of their own.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { DemoUser } from '../demo-file.ts'
import type { SignedInApi } from '../demo-admin.ts'

/** As an Admin would in the panel, and only as long as nobody gave him one or another role. Throws ProblemError. */
export async function givePharmacy(
  identity: SignedInApi,
  pharmacist: Pick<DemoUser, 'email'>,
  pharmacyId: number,
): Promise<void> {
  const query = { q: pharmacist.email, role: 'Pharmacist' } as const
  const { items } = await identity.call(identityApi.listUsers, { params: null, query, body: null })
  const user = items.find(({ email }) => email === pharmacist.email)
  if (user?.pharmacyId !== null) return
  const body = { role: 'Pharmacist', pharmacyId } as const
  await identity.call(identityApi.changeUserRole, { params: { guid: user.guid }, query: null, body })
}
