import sharp from 'sharp'

// One thread a picture (the pool has one worker a core), nothing kept between pictures, and of libvips' forty readers
// only those that are promised: what cannot be opened cannot be attacked.
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
