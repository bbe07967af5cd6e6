/**
 * Folders in which systems keep what nobody put there: thumbnails, deleted files, snapshots and caches. Names that begin with a
 * dot are hidden, so they are not here.
 */
const SYSTEM_FOLDER = new RegExp(
  `^(${[
    // Synology, QNAP, Asustor, TerraMaster and UGREEN.
    '@eadir|@tmp|@sharebin|@sharesnap|@synoeastream|[@#]recycle|[@#](recently-)?snapshots?',
    // Samba, NetApp, Netgear, Buffalo and Western Digital.
    '~snapshot|network trash folder|temporary items|trashbox|recycle ?bin',
    // Windows, macOS and Linux.
    '\\$recycle\\.bin|recycle[rd]|system volume information|found\\.\\d{3}|\\$windows\\..*|__macosx|lost\\+found|timeshift',
    // Nextcloud and ownCloud.
    'files_trashbin|files_versions|appdata_\\w+',
    // Libraries of photo programs, which hold every photo in several sizes.
    '.+\\.(photoslibrary|photolibrary|migratedphotolibrary|aplibrary|lrdata|lrlibrary)',
  ].join('|')})$`,
  'i',
)

export const isSystemFolder = (name: string): boolean => SYSTEM_FOLDER.test(name)

/** Files that systems put beside photos. They are passed over in silence, as hidden files are. */
const SYSTEM_FILE = /^(\.|(eh)?thumbs(_\w+)?\.db$|desktop\.ini$|icon\r$|~\$)|@syno(eastream|resource)$/i

export const isSystemFile = (name: string): boolean => SYSTEM_FILE.test(name)
