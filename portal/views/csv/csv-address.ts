// The address of a list as a CSV file: that of its page, with the same filter, ending in .csv.

/** The rows of one file. Beyond them its last line says that there are more. */
export const MAX_EXPORT_ROWS = 20_000

/** `/relay?name=cent&page=2` becomes `/relay.csv?name=cent`: a file has no pages. */
export function csvAddress(listAddress: string): string {
  const { pathname, searchParams } = new URL(listAddress, 'http://list')
  for (const name of ['page', 'pageSize', 'after']) searchParams.delete(name)
  return searchParams.size === 0 ? `${pathname}.csv` : `${pathname}.csv?${searchParams.toString()}`
}
