// Another role for a user, and whether he may sign in: each asks first and says what will happen.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { PostForm } from '../../views/forms.tsx'
import { userRolePath, userStatePath } from './user-paths.ts'
import { SelectField } from './select-field.tsx'
import { ConfirmedForm } from './confirmed-form.tsx'
import type { UserPartProps } from './user-link.tsx'
import { staffRoles } from './user-text.ts'

/** Roles of staff: a pharmacist or customer is given one together with his pharmacy, which is not done here. */
export function RolePart({ frame, user, t }: UserPartProps) {
  if (!may(frame.viewer, identityApi.changeUserRole)) return null
  const leaves = user.pharmacyId === null ? [] : [t.staff.roleLeaves]
  return (
    <ConfirmedForm
      name="change-role"
      action={userRolePath(user.guid)}
      csrfToken={frame.csrfToken}
      summary={t.staff.changeRole}
      points={[t.staff.roleAtOnce, ...leaves, t.staff.roleAdmin]}
      confirm={t.staff.changeRoleConfirm}
    >
      <SelectField
        name="role"
        label={t.staff.newRole}
        value={user.role}
        options={staffRoles(t)}
        isFormField
      />
    </ConfirmedForm>
  )
}

export function StatePart({ frame, user, t }: UserPartProps) {
  if (!may(frame.viewer, identityApi.changeUserState)) return null
  const action = userStatePath(user.guid)
  if (user.isActive)
    return (
      <ConfirmedForm
        name="disable"
        action={action}
        csrfToken={frame.csrfToken}
        summary={t.staff.disable}
        points={[t.staff.disableEnds, t.staff.disableLinks, t.staff.disableKeeps]}
        confirm={t.staff.disableConfirm}
      >
        <input type="hidden" name="isActive" value="false" />
      </ConfirmedForm>
    )
  return (
    <section class="computer-part">
      <p>{t.staff.disabledAdvice}</p>
      <PostForm action={action} csrfToken={frame.csrfToken}>
        <input type="hidden" name="isActive" value="true" />
        <button type="submit" class="btn">
          {t.staff.enable}
        </button>
      </PostForm>
    </section>
  )
}
