// The filter of the staff history: a plain form that works without a script.
import { STAFF_ACTIONS, type Staff } from '@pharmacy-relay/shared/api/staff-history.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { SearchInput } from '../../views/search-input.tsx'
import { SelectField } from '../staff/select-field.tsx'
import { PATHS } from '../../views/paths.ts'
import { logAddress, NO_FILTER, type LogFilter } from './log-address.ts'

interface LogFilterFormProps {
  readonly filter: LogFilter
  readonly staffs: readonly Staff[]
  readonly t: Texts
}

export function LogFilterForm({ filter, staffs, t }: LogFilterFormProps) {
  const h = t.staffHistory
  const isFiltered = logAddress(filter, { page: 1, pageSize: NO_FILTER.pageSize }) !== logAddress(NO_FILTER)
  return (
    <search aria-label={h.filters}>
      <form class="staff-filter" method="get" action={PATHS.staffHistory}>
        <SelectField
          name="staffGuid"
          label={h.who}
          value={filter.staffGuid}
          options={[['', h.everybody], ...staffs.map(({ guid, name }) => [guid, name] as const)]}
        />
        <SelectField
          name="action"
          label={h.action}
          value={filter.action}
          options={[['', h.everyAction], ...STAFF_ACTIONS.map((one) => [one, h.actions[one]] as const)]}
        />
        <div>
          <label class="filter-label" for="filter-storeId">
            {h.pharmacy}
          </label>
          <SearchInput id="filter-storeId" name="storeId" value={filter.storeId} />
        </div>
        <DayField name="from" label={h.from} value={filter.from} />
        <DayField name="to" label={h.to} value={filter.to} />
        <div>
          <label class="filter-label" for="filter-q">
            {h.text}
          </label>
          <SearchInput id="filter-q" name="q" value={filter.q} />
        </div>
        <button type="submit" class="btn">
          {h.apply}
        </button>
        {isFiltered && <a href={PATHS.staffHistory}>{h.clear}</a>}
      </form>
    </search>
  )
}

interface DayFieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
}

function DayField({ name, label, value }: DayFieldProps) {
  return (
    <div>
      <label class="filter-label" for={`filter-${name}`}>
        {label}
      </label>
      <input id={`filter-${name}`} class="form-control" type="date" name={name} value={value} />
    </div>
  )
}
