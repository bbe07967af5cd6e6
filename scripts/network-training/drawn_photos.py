"""The photos that masks were drawn on by hand, with those masks."""

import hashlib
import json
import math
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageOps

MASKS = Path(__file__).parent.parent / "bench" / "quality" / "hand-drawn-masks.jsonl"


def read_masks():
    """The lines of the file of masks, by the checksum of their photo."""
    lines = MASKS.read_text().strip().split("\n")
    return {mask["sha256"]: mask for mask in map(json.loads, lines)}


def read_photos(folder, half, long_side, layers=("dish",)):
    """Yields (name, RGB, masks 0-255 of what was drawn) of the photos of one half, no larger than a long side."""
    masks = read_masks()
    for path in sorted(Path(folder).rglob("*")):
        if not path.is_file():
            continue
        mask = masks.get(hashlib.sha256(path.read_bytes()).hexdigest())
        if mask is None or mask["half"] != half:
            continue
        photo = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
        photo.thumbnail((long_side, long_side), Image.LANCZOS)
        yield path.stem, np.asarray(photo), *(paint(mask[layer], photo.size) for layer in layers)


def paint(shapes, size):
    """A mask of 0-255. The points of shapes are per mille of width and height; `minus` erases."""
    width, height = size
    canvas = np.zeros((height, width), np.uint8)
    for shape in shapes:
        points = np.array([(x * width / 1000, y * height / 1000) for x, y in outline(shape, size)])
        value = 0 if shape.get("minus") else 255
        cv2.fillPoly(canvas, [np.round(points * 16).astype(np.int32)], value, cv2.LINE_AA, 4)
    return canvas


def outline(shape, size):
    if "polygon" in shape:
        return shape["polygon"]
    width, height = size
    x, y, across, down, *turned = shape["ellipse"]
    turn = math.radians(turned[0] if turned else 0)
    points = []
    for step in range(120):
        angle = step / 60 * math.pi
        u = across / 1000 * width * math.cos(angle)
        v = down / 1000 * height * math.sin(angle)
        points.append(
            (
                x + (u * math.cos(turn) - v * math.sin(turn)) / width * 1000,
                y + (u * math.sin(turn) + v * math.cos(turn)) / height * 1000,
            )
        )
    return points
