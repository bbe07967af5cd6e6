/**
 * Settings of a server that loads no networks. Most tests of a whole process are about the process and not about pictures,
 * and a cut-out with all networks takes longer than the rest of such a test.
 */
export const WITHOUT_NETWORKS = {
  PLATELIGHT_CUTOUT_MODEL: 'none',
  PLATELIGHT_UPSCALE_MODEL: 'none',
  PLATELIGHT_DETECT_MODEL: 'none',
  PLATELIGHT_SALIENCY_MODEL: 'none',
}
