// What is burnt into Electron's binary when it is packed: nobody turns the tray into a plain Node, and only its own
// archive is loaded. electron-builder.yml names the same; a test holds both together. Names: @electron/fuses.
export const FUSES = {
  /** ELECTRON_RUN_AS_NODE would run anybody's script under the tray's signature. */
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
} as const
