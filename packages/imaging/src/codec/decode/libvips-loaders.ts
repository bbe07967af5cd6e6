import sharp from 'sharp'

// One thread per picture, because the pool has one worker per core. No cache between pictures. Of the forty loaders of
// libvips only those of the accepted formats are enabled, because a disabled loader cannot be attacked.
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
