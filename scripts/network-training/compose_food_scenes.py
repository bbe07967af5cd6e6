"""Composes training scenes of food on ware from the photos of the fitted half: other light, parts of dishes, other food on the ware.

    python compose_food_scenes.py PHOTOS OUT
"""

import json
import sys
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from drawn_photos import read_photos
from light import relit

TURNS = 14
LONG_SIDE = 704


def main(photos_folder, out):
    rng = np.random.default_rng(21)
    photos = list(read_photos(photos_folder, "fitted", 1200, ("dish", "food")))
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    scenes = []
    # The dishes alternate, so that the first scenes alone are a useful sample of all.
    for turn in range(TURNS):
        for dish, photo, subject, food in photos:
            other = None
            if turn % 5 in (2, 4):
                photo, food, other = with_other_food(dish, photo, subject, food, photos, rng)
            if turn % 3 == 1:
                photo, subject, food = part_of(photo, subject, food, rng)
            picture = relit(photo, rng, rng.uniform(0, 0.9))
            scale = min(1, LONG_SIDE / max(picture.shape[:2]))
            picture, subject, food = (cv2.resize(one, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) for one in (picture, subject, food))
            name = f"{len(scenes):04d}"
            Image.fromarray(picture).save(out / f"{name}.jpg", quality=int(rng.integers(55, 96)))
            Image.fromarray(inaccurate(subject, rng)).save(out / f"{name}.subject.png")
            Image.fromarray(food).save(out / f"{name}.mask.png")
            scenes.append({"name": name, "dish": dish, "table": other})
    (out / "scenes.jsonl").write_text("".join(json.dumps(scene) + "\n" for scene in scenes))


def part_of(photo, subject, food, rng):
    """A part of a photo that cuts the dish and holds most of its food."""
    height, width = food.shape
    x, y, w, h = cv2.boundingRect(cv2.findNonZero((subject > 127).astype(np.uint8)))
    for _ in range(300):
        across, down = (rng.uniform(0.55, 1.05) for _ in range(2))
        part_w, part_h = min(width, int(w * across)), min(height, int(h * down))
        left = int(np.clip(x + rng.uniform(-0.1, 1.1) * (w - part_w), 0, width - part_w))
        top = int(np.clip(y + rng.uniform(-0.1, 1.1) * (h - part_h), 0, height - part_h))
        cut = np.s_[top : top + part_h, left : left + part_w]
        if food[cut].sum() > 0.6 * food.sum():
            return photo[cut], subject[cut], food[cut]
    return photo, subject, food


def with_other_food(dish, photo, subject, food, photos, rng):
    """The food of another dish laid over the food of this one, and the name of that dish."""
    name, other, _, other_food = photos[rng.integers(len(photos))]
    x, y, w, h = cv2.boundingRect(cv2.findNonZero((food > 127).astype(np.uint8)))
    u, v, a, b = cv2.boundingRect(cv2.findNonZero((other_food > 127).astype(np.uint8)))
    grown = rng.uniform(0.95, 1.15)
    across, down = grown * w / a, grown * h / b
    # One scale for both directions, as far as the food below stays covered.
    common = (across * down) ** 0.5
    across, down = (np.clip(one, 0.8 * common, 1.25 * common) for one in (across, down))
    centre = (x + w / 2, y + h / 2)
    turned = cv2.getRotationMatrix2D((u + a / 2, v + b / 2), rng.choice([0, 90, 180, 270]), 1)
    move = np.array([[across, 0, centre[0] - across * (u + a / 2)], [0, down, centre[1] - down * (v + b / 2)]])
    move = (np.vstack([move, [0, 0, 1]]) @ np.vstack([turned, [0, 0, 1]]))[:2]
    size = (photo.shape[1], photo.shape[0])
    laid = cv2.warpAffine(relit(other, rng, 0.3), move, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    where = cv2.warpAffine(other_food, move, size, flags=cv2.INTER_LINEAR)
    where = np.minimum(where, cv2.erode(subject, np.ones((7, 7), np.uint8)))
    share = cv2.GaussianBlur(where, (0, 0), 1.5)[..., None] / 255
    shade = cv2.GaussianBlur(where, (0, 0), 10)[..., None] / 255
    made = photo * (1 - rng.uniform(0, 0.35) * shade) * (1 - share) + laid * share
    return made.clip(0, 255).astype(np.uint8), np.maximum(food, where), name


def inaccurate(subject, rng):
    """A mask of the dish with faults such as cut-outs have, half of the time."""
    if rng.random() < 0.5:
        return subject
    reach = max(3, int(rng.uniform(0.005, 0.03) * max(subject.shape)) * 2 + 1)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    wide = cv2.dilate(subject, kernel) if rng.random() < 0.5 else cv2.erode(subject, kernel)
    if rng.random() < 0.5:
        centre = (int(rng.uniform(0, 1) * subject.shape[1]), int(rng.uniform(0, 1) * subject.shape[0]))
        axes = tuple(int(rng.uniform(0.04, 0.15) * side) for side in subject.shape)
        cv2.ellipse(wide, centre, axes, rng.uniform(0, 180), 0, 360, int(rng.choice([0, 255])), -1)
    return wide


if __name__ == "__main__":
    main(*sys.argv[1:3])
