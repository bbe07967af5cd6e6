/** What all processes of an installation must agree on. Secrets are here as fingerprints only. */
export interface InstallationTable {
  name: string
  value: string
  /** When a process that agreed was started last. */
  confirmed_at: string
}
