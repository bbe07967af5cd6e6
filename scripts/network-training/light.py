"""Random changes of light and quality, such as phones make."""

import cv2
import numpy as np


def relit(picture, rng, strength=1.0):
    """An RGB picture of 0-255 with another exposure, cast, contrast, flash, vignette, noise and sharpness."""
    linear = (picture.astype(np.float32) / 255) ** 2.2
    linear *= 2 ** (strength * rng.uniform(-1.3, 0.9))
    warm = strength * rng.normal(0, 0.16)
    linear *= np.array([1 + warm, 1 + strength * rng.normal(0, 0.04), 1 - warm], np.float32).clip(0.4, 1.8)
    if rng.random() < 0.35:
        linear *= light_field(picture.shape[:2], rng, strength)[..., None]
    encoded = linear.clip(0, 1) ** (1 / 2.2 * rng.uniform(0.85, 1.2))
    contrast = 1 + strength * rng.uniform(-0.35, 0.3)
    encoded = (encoded - 0.5) * contrast + 0.5 + strength * rng.normal(0, 0.03)
    grey = encoded.mean(-1, keepdims=True)
    encoded = grey + (encoded - grey) * (1 + strength * rng.uniform(-0.5, 0.35))
    if rng.random() < 0.3:
        encoded = cv2.GaussianBlur(encoded, (0, 0), rng.uniform(0.5, 2))
    if rng.random() < 0.4:
        encoded = encoded + rng.normal(0, rng.uniform(0.005, 0.04), encoded.shape)
    return (encoded.clip(0, 1) * 255).astype(np.uint8)


def light_field(shape, rng, strength):
    """Light that falls off from a point, as of a flash or a lamp, or a slope across the picture."""
    height, width = shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    u, v = x / width - rng.uniform(0, 1), y / height - rng.uniform(0, 1)
    if rng.random() < 0.5:
        return 1 + strength * (rng.uniform(0.3, 1.2) * np.exp(-(u**2 + v**2) / rng.uniform(0.05, 0.4)) - 0.2)
    angle = rng.uniform(0, 2 * np.pi)
    return (1 + strength * rng.uniform(0.2, 0.9) * (u * np.cos(angle) + v * np.sin(angle))).clip(0.15, 2.5)
