/** The classes of the COCO data set, in the order in which networks number them. */
export const COCO_CLASSES = [
  ...(['person'] as const),
  ...(['bicycle', 'car', 'motorcycle', 'airplane', 'bus', 'train', 'truck', 'boat'] as const),
  ...(['traffic light', 'fire hydrant', 'stop sign', 'parking meter', 'bench'] as const),
  ...(['bird', 'cat', 'dog', 'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe'] as const),
  ...(['backpack', 'umbrella', 'handbag', 'tie', 'suitcase'] as const),
  ...(['frisbee', 'skis', 'snowboard', 'sports ball', 'kite', 'baseball bat', 'baseball glove', 'skateboard'] as const),
  ...(['surfboard', 'tennis racket'] as const),
  ...(['bottle', 'wine glass', 'cup', 'fork', 'knife', 'spoon', 'bowl'] as const),
  ...(['banana', 'apple', 'sandwich', 'orange', 'broccoli', 'carrot', 'hot dog', 'pizza', 'donut', 'cake'] as const),
  ...(['chair', 'couch', 'potted plant', 'bed', 'dining table', 'toilet'] as const),
  ...(['tv', 'laptop', 'mouse', 'remote', 'keyboard', 'cell phone'] as const),
  ...(['microwave', 'oven', 'toaster', 'sink', 'refrigerator'] as const),
  ...(['book', 'clock', 'vase', 'scissors', 'teddy bear', 'hair drier', 'toothbrush'] as const),
] as const

export type CocoClass = (typeof COCO_CLASSES)[number]
