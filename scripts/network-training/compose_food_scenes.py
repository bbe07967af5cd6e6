"""Composes training scenes of food on ware from the photos of the fitted half: other light, parts of dishes,
other food on the ware, and ware of other colours and patterns.

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

TURNS, WARE_TURNS = 14, 9
LONG_SIDE = 704


def main(photos_folder, out):
    photos = list(read_photos(photos_folder, "fitted", 1200, ("dish", "food")))
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    scenes = []

    def keep(dish, picture, subject, food, other, rng):
        picture = relit(picture, rng, rng.uniform(0, 0.9))
        scale = min(1, LONG_SIDE / max(picture.shape[:2]))
        picture, subject, food = (cv2.resize(one, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) for one in (picture, subject, food))
        name = f"{len(scenes):04d}"
        Image.fromarray(picture).save(out / f"{name}.jpg", quality=int(rng.integers(55, 96)))
        Image.fromarray(inaccurate(subject, rng)).save(out / f"{name}.subject.png")
        Image.fromarray(food).save(out / f"{name}.mask.png")
        scenes.append({"name": name, "dish": dish, "table": other})

    # The dishes alternate, so that the first scenes alone are a useful sample of all.
    rng = np.random.default_rng(21)
    for turn in range(TURNS):
        for dish, photo, subject, food in photos:
            other = None
            if turn % 5 in (2, 4):
                photo, food, other = with_other_food(dish, photo, subject, food, photos, rng)
            if turn % 3 == 1:
                photo, subject, food = part_of(photo, subject, food, rng)
            keep(dish, photo, subject, food, other, rng)
    # Other ware has its own generator, so that the scenes before it stay what they are.
    rng = np.random.default_rng(22)
    for turn in range(WARE_TURNS):
        for dish, photo, subject, food in photos:
            other = None
            if turn % 3 == 2:
                photo, food, other = with_other_food(dish, photo, subject, food, photos, rng)
            photo = with_other_ware(photo, subject, food, rng)
            if rng.random() < 0.2:
                photo = with_blinds(photo, rng)
            if turn % 3 == 1:
                photo, subject, food = part_of(photo, subject, food, rng)
            keep(dish, photo, subject, food, other, rng)
    (out / "scenes.jsonl").write_text("".join(json.dumps(scene) + "\n" for scene in scenes))


def with_other_ware(photo, subject, food, rng):
    """The ware in another colour, most of the time with a pattern, in the light and shade that it had."""
    height, width = food.shape
    ware = np.minimum(subject, 255 - cv2.dilate(food, np.ones((3, 3), np.uint8)))
    if (ware > 127).sum() < 500:
        return photo
    share = cv2.GaussianBlur(ware, (0, 0), 1.2)[..., None] / 255
    light = photo.astype(np.float32).mean(-1)
    light = (light / max(8, np.median(light[ware > 127])))[..., None].clip(0.2, 1.9)
    glaze = random_colour(rng)
    pattern = random_pattern(subject, rng)[..., None]
    made = (glaze * (1 - pattern) + random_colour(rng) * pattern) * light ** rng.uniform(0.6, 1)
    kept = rng.uniform(0, 0.4)
    return (photo * (1 - share) + (photo * kept + made * (1 - kept)) * share).clip(0, 255).astype(np.uint8)


def random_colour(rng):
    """Half of the time nearly grey."""
    return np.clip(rng.uniform(15, 235) + rng.normal(0, 6 if rng.random() < 0.5 else 45, 3), 5, 250).astype(np.float32)


def random_pattern(subject, rng):
    """Rings, rays, stripes, spots or noise around the middle of a dish: the share of the second colour."""
    height, width = subject.shape
    x, y, w, h = cv2.boundingRect(cv2.findNonZero((subject > 127).astype(np.uint8)))
    v, u = np.mgrid[0:height, 0:width].astype(np.float32)
    u, v = (u - x - w / 2) / (w / 2), (v - y - h / 2) / (h / 2)
    distance, angle = np.hypot(u, v), np.arctan2(v, u)
    kind = rng.integers(6)
    if kind == 0:
        wave = np.sin(distance * rng.uniform(8, 60) + rng.uniform(0, 6))
    elif kind == 1:
        wave = np.sin(angle * rng.integers(4, 40)) * np.sin(distance * rng.uniform(4, 30))
    elif kind == 2:
        wave = np.sin((u * np.cos(turn := rng.uniform(0, np.pi)) + v * np.sin(turn)) * rng.uniform(8, 60))
    elif kind == 3:
        wave = np.sin(u * rng.uniform(10, 50)) * np.sin(v * rng.uniform(10, 50))
    elif kind == 4:
        cells = int(rng.integers(6, 40))
        wave = cv2.resize(rng.normal(0, 1, (cells, cells)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    else:
        return np.zeros((height, width), np.float32)
    sharp = rng.uniform(1, 8)
    band = (distance > rng.uniform(0, 0.9)) if rng.random() < 0.5 else 1
    return ((wave - rng.uniform(-0.3, 0.6)) * sharp + 0.5).clip(0, 1).astype(np.float32) * band * rng.uniform(0.3, 1)


def with_blinds(photo, rng):
    """The shade of a blind or of leaves across a picture."""
    height, width = photo.shape[:2]
    v, u = np.mgrid[0:height, 0:width].astype(np.float32) / max(height, width)
    turn = rng.uniform(0, np.pi)
    wave = np.sin((u * np.cos(turn) + v * np.sin(turn)) * rng.uniform(15, 60))
    shade = 1 - rng.uniform(0.2, 0.6) * (wave * rng.uniform(1, 5) + 0.5).clip(0, 1)
    return (photo * shade[..., None]).astype(np.uint8)


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
