import sharp from 'sharp'

// One thread a picture, because the pool has one worker a core. No cache between pictures. Of the forty loaders of libvips
// only those of the accepted formats are enabled: a loader that is blocked cannot be attacked.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadTiffBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})
