// One row of the staff history: when, who, what was done to what, before and after.
import { mayAny } from '@pharmacy-relay/shared/api/access.ts'
import type { StaffOperation } from '@pharmacy-relay/shared/api/staff-history.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { computerRowPath, customerPath, userPath } from '../../views/paths.ts'
import { Exact } from '../../views/times/time.tsx'
import { ChangedFields } from './changed-fields.tsx'
import { actionText, changedFields } from './log-text.ts'

interface LogRowProps {
  readonly row: StaffOperation
  readonly viewer: Viewer | null
  readonly t: Texts
}

export function LogRow({ row, viewer, t }: LogRowProps) {
  return (
    <tr id={`row-${row.id}`}>
      <td class="cell-when">
        <Exact at={row.at} locale={t.locale} />
        <span class="sub">{t.staffHistory.row(row.id)}</span>
      </td>
      <td>
        <Who row={row} t={t} />
      </td>
      <th scope="row">
        {actionText(row.action, t)}
        <About row={row} viewer={viewer} t={t} />
      </th>
      <td>
        <Changes row={row} t={t} />
      </td>
    </tr>
  )
}

function Who({ row, t }: Pick<LogRowProps, 'row' | 't'>) {
  const { staffName, staffNameNow, staffGuid, staffRole } = row
  const role = UserRole.safeParse(staffRole).data
  return (
    <>
      <bdi>{staffName ?? staffGuid}</bdi>
      {staffName !== null && staffNameNow !== null && staffNameNow !== staffName && (
        <span class="sub">{t.staffHistory.nameNow(staffNameNow)}</span>
      )}
      {role !== undefined && <span class="sub">{t.userRoles[role]}</span>}
    </>
  )
}

/** Links where there is something to lead to: a pharmacy that is there, a computer that was not removed. */
function About({ row, viewer, t }: LogRowProps) {
  const { storeId, computerId, computerName, userGuid, userName } = row
  const mayLook = mayAny(viewer, [storeApi.getCustomerByStoreId])
  return (
    <span class="log-about">
      {storeId !== null && (mayLook ? <a href={customerPath(storeId)}>{storeId}</a> : storeId)}
      {computerId !== null && storeId !== null && computerName !== null && (
        <a href={computerRowPath(storeId, computerId)}>
          <bdi>{computerName}</bdi>
        </a>
      )}
      {computerId !== null && computerName === null && <span>{t.staffHistory.left}</span>}
      {userGuid !== null &&
        (mayAny(viewer, [identityApi.getUser]) ? (
          <a href={userPath(userGuid)}>
            <bdi>{userName ?? t.staffHistory.user}</bdi>
          </a>
        ) : (
          <bdi>{userName ?? t.staffHistory.user}</bdi>
        ))}
    </span>
  )
}

function Changes({ row, t }: Pick<LogRowProps, 'row' | 't'>) {
  if (row.summary === null) return <span class="muted">{t.staffHistory.erased}</span>
  if (changedFields(row, t).length === 0)
    return (
      <span class="muted" lang="en">
        {row.summary}
      </span>
    )
  return <ChangedFields values={row} title={row.summary} t={t} />
}
