// What the last update of this computer did, read from what the launcher remembers. Pure.
import type { LastUpdate } from '../../contract/program.ts'
import type { LauncherState } from '../../launcher/launcher-state.ts'
import { compareVersions } from '../../launcher/version-order.ts'

/** Null: none yet. A failure of a version older than the one that runs was before the one that runs came. */
export function lastUpdateOf({ current, previous, proving, failures }: LauncherState): LastUpdate | null {
  if (proving !== null) return { kind: 'proving', version: proving.version, before: current }
  const [newest] = failures
  if (newest !== undefined && compareVersions(newest.version, current) > 0) {
    const { version, code, at } = newest
    return { kind: 'left', version, before: current, code, at }
  }
  return previous === null ? null : { kind: 'taken', version: current, before: previous }
}
