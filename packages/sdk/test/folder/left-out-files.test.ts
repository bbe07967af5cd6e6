import { expect, test } from 'vitest'
import { planFolder } from '../../src/node-entry.ts'
import { folderWith } from '../support/photo-folders.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
/** A TIFF whose first directory has these fields, each a tag and a number. */
const tiff = (...fields: [number, number][]) => {
  const file = Buffer.alloc(10 + 12 * fields.length)
  file.write('II*\0\x08\0\0\0', 'latin1')
  file.writeUInt16LE(fields.length, 8)
  for (const [index, [tag, value]] of fields.entries()) {
    const at = 10 + 12 * index
    file.writeUInt16LE(tag, at)
    file.writeUInt16LE(4, at + 2)
    file.writeUInt32LE(1, at + 4)
    file.writeUInt32LE(value, at + 8)
  }
  return file
}

test('whatever its name, a file is a photo if its content is one; everything else is counted and named with what it is', async () => {
  const cwd = folderWith({
    'menu/IMG-0001': bytes('\xff\xd8\xff\xe0 a photo'),
    'menu/soup.jpg_large': bytes('\xff\xd8\xff\xe0 a photo'),
    'menu/pie.photo': bytes('\0\0\0\x1cftypXXXX\0\0\0\0mif1heic'),
    'menu/scan.bak': tiff([0x100, 4000]),
    'menu/a.CR2': bytes('II*\0\x10\0\0\0CR\x02\0'),
    'menu/b.bin': bytes('\0\0\0\x18ftypcrx \0\0\0\x01crx isom'),
    'menu/c.ARW': tiff([0xfe, 1], [0x14a, 90]),
    'menu/d': tiff([0xc612, 1]),
    'menu/e.NEF': tiff([0x100, 160]),
    'menu/f.RAF': bytes('FUJIFILMCCD-RAW'),
    'menu/g.unknown': bytes('IIU\0'),
    'menu/clip.MOV': bytes('\0\0\0\x14ftypqt  '),
    'menu/old.avi': bytes('RIFF\0\0\0\0AVI LIST'),
    'menu/menu.pdf': '%PDF-1.7',
    'menu/prices.xlsx': bytes('PK\x03\x04'),
    'menu/logo.psd': '8BPS',
    'menu/new.jxl': bytes('\xff\x0a'),
    'menu/nothing.dat': '',
    'menu/.DS_Store': 'x',
    'menu/Thumbs.db': 'x',
    'menu/desktop.ini': 'x',
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`menu/note ${n}`, 'words'])),
  })
  const { perFile, leftOut, notes } = await planFolder('menu', { cwd })
  expect(perFile.map(({ file }) => file)).toEqual(
    ['IMG-0001', 'pie.photo', 'scan.bak', 'soup.jpg_large'].map((name) => `menu/${name}`),
  )
  const of = (kind: string) => leftOut.filter((each) => each.kind === kind).map(({ file }) => file.replace('menu/', ''))
  expect(of('raw')).toEqual(['a.CR2', 'b.bin', 'c.ARW', 'd', 'e.NEF', 'f.RAF', 'g.unknown'])
  expect(of('video')).toEqual(['clip.MOV', 'old.avi'])
  expect(of('document')).toEqual(['menu.pdf', 'prices.xlsx'])
  expect(of('picture')).toEqual(['logo.psd', 'new.jxl'])
  expect(of('empty')).toEqual(['nothing.dat'])
  expect(of('other')).toHaveLength(7)
  expect(notes.join()).toContain('7 camera raw files (a.CR2, b.bin, c.ARW, d, e.NEF, and 2 more)')
  expect(notes.join()).toContain('7 other files (note 1, note 2, note 3, note 4, note 5, and 2 more)')
  expect(notes.join()).not.toMatch(/DS_Store|Thumbs|desktop/)
})

test('folders in which systems keep thumbnails, deleted files and snapshots are passed over, unless they are named', async () => {
  const folders = [
    '@eaDir/soup.jpg',
    '#recycle',
    '#snapshot/GMT-2026.01.01',
    '@Recycle',
    '@Recently-Snapshot',
    '~snapshot',
    '__MACOSX',
  ]
  const more = [
    '$RECYCLE.BIN',
    'System Volume Information',
    'lost+found',
    'FOUND.000',
    'Network Trash Folder',
    '.Trash-1000',
    '.zfs',
  ]
  const libraries = ['Photos Library.photoslibrary/resources', 'menu Previews.lrdata']
  const cwd = folderWith([
    'shop/soup.jpg',
    'shop/menu/pie.jpg',
    'shop/menu/@eaDir/pie.jpg/thumb.jpg',
    'shop/recycle/kept.jpg',
    'shop/snapshots/kept.jpg',
    ...[...folders, ...more, ...libraries].map((folder) => `shop/${folder}/thumb.jpg`),
  ])
  const { perFile, notes } = await planFolder('shop', { cwd })
  const kept = ['shop/menu/pie.jpg', 'shop/recycle/kept.jpg', 'shop/snapshots/kept.jpg', 'shop/soup.jpg']
  expect(perFile.map(({ file }) => file)).toEqual(kept)
  expect(notes.join()).toMatch(
    /15 folders of thumbnails, deleted files or snapshots in shop left out: .*@eaDir \(2\).*Name one/,
  )
  const named = await planFolder('shop/#recycle', { cwd })
  expect(named.perFile.map(({ file }) => file)).toEqual(['shop/#recycle/thumb.jpg'])
  expect((await planFolder('shop', { cwd, include: ['@eaDir'] })).perFile).toHaveLength(2)
})
