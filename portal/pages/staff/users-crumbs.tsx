// The way back to the list of users, for who may see it.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../views/crumbs.tsx'
import type { Viewer } from '../../views/frame-props.ts'
import { PATHS } from '../../views/paths.ts'

export function UsersCrumbs({ viewer, t }: { readonly viewer: Viewer | null; readonly t: Texts }) {
  if (!may(viewer, identityApi.listUsers)) return null
  return (
    <Crumbs to={PATHS.staff} t={t}>
      {t.staff.title}
    </Crumbs>
  )
}
