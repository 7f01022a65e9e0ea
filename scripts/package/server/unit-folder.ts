// Where a package's units lie, below the root.
export const UNITS = 'usr/lib/systemd/system'
