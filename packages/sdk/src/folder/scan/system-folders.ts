/**
 * Folders in which systems keep what nobody put there: thumbnails, deleted files, snapshots and caches of network storage
 * (Synology, QNAP, NetApp, Samba …), of Windows, macOS and Linux, of Nextcloud, and of photo programs, which hold every photo in
 * several sizes. Names that begin with a dot are hidden, so they are not here.
 */
const SYSTEM_FOLDER =
  /^(@(eadir|tmp|sharebin)|[@#](recycle|(recently-)?snapshots?)|~snapshot|\$?recycle(r|d|[ .]bin)|trashbox|system volume information|found\.\d{3}|__macosx|lost\+found|(network trash|temporary items).*|files_(trashbin|versions)|appdata_\w+|.+\.(\w*photo\w*library|aplibrary|lrdata))$/i

export const isSystemFolder = (name: string): boolean => SYSTEM_FOLDER.test(name)

/** Files that systems put beside photos. They are passed over in silence, as hidden files are. */
const SYSTEM_FILE = /^(\.|(eh)?thumbs.*\.db$|desktop\.ini$|icon\r$|~\$)|@syno\w+$/i

export const isSystemFile = (name: string): boolean => SYSTEM_FILE.test(name)
